// What remix-auth-otp uses of crypto-js: the Worker's build takes this in its place (vite.config.ts).
import AES from "crypto-js/aes";
import Utf8 from "crypto-js/enc-utf8";

export default { AES, enc: { Utf8 } };

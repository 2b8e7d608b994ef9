import { Outlet } from "@remix-run/react";
export default function App() {
  return <html lang="en"><body><Outlet /></body></html>;
}

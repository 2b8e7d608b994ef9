/** What we promise about refunds of crypto payments: said in these words wherever they are mentioned. */
export const cryptoRefunds =
  "Copperx has no refunds of its own, so we send crypto payments back by hand, and ask you first for the address of your wallet.";

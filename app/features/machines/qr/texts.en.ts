/** Words of the label that leads to a machine. */
export const texts = {
  machineQr: {
    title: "QR code of this machine",
    text: "On a phone it opens the machine's overview. Print it on a label for the machine.",
    alt: "QR code that leads to {{url}}",
    open: "Open to print",
    download: "Download",
  },
};

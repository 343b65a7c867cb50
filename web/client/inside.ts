/** Whether an address of this site is of the application, behind the login: below /home, or /reports (§2). */
export const isInside = (address: string): boolean => /^\/(home|reports)(?=[/?#]|$)/.test(address);

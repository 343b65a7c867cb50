/** Whether strangers may open accounts here, as the gateway writes into the page (gateway/http/web.ts). */
export const signUpIsOpen = (): boolean =>
  document.querySelector('meta[name="prumo-sign-up"]')?.getAttribute('content') !== 'off';

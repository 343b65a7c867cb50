/**
 * Returns the nonce of this page's content security policy: Vite writes the meta element, the gateway fills it in.
 * Fluent and AG Grid put it on the style elements they add, so that no `unsafe-inline` is needed. Undefined in
 * development.
 */
export const cspNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

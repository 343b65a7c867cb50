/** Domains where anybody gets an address: no account can prove one. */
const PUBLIC = new Set([
  'aol.com',
  'bol.com.br',
  'fastmail.com',
  'gmail.com',
  'globo.com',
  'globomail.com',
  'gmx.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.com.br',
  'icloud.com',
  'ig.com.br',
  'live.com',
  'mail.com',
  'me.com',
  'msn.com',
  'oi.com.br',
  'outlook.com',
  'outlook.com.br',
  'pm.me',
  'proton.me',
  'protonmail.com',
  'r7.com',
  'terra.com.br',
  'uol.com.br',
  'yahoo.com',
  'yahoo.com.br',
  'ymail.com',
  'zipmail.com.br',
  'zoho.com',
]);

export const isPublicMailDomain = (domain: string): boolean => PUBLIC.has(domain);

/** Returns the domain of an address in lower case; '' for what is no address. */
export const domainOf = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at > 0
    ? address
        .slice(at + 1)
        .trim()
        .toLowerCase()
    : '';
};

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns true for a domain of at least two labels in lower case ASCII: "construtoraipe.com.br". */
export const isDomain = (text: string): boolean => {
  const labels = text.split('.');
  return (
    text.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
};

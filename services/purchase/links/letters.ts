import { plainName } from '../../platform/plainName.ts';

/** Small print of a mail whose link is a key. */
export const KEY_FOOT = 'Este link é só seu: quem o tiver responde em seu nome. Não encaminhe este e-mail.';

/** Whom a supplier asks; nothing where nobody is known. */
export const contactLines = ({ buyer, phone }: { buyer: string | null; phone: string | null }): string[] => {
  const who = [buyer === null ? '' : plainName(buyer), phone ?? ''].filter((text) => text !== '').join(' · ');
  return who === '' ? [] : [`Dúvidas: ${who}`];
};

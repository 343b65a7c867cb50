import { PRODUCT_NAME } from '#domain/product.ts';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

export interface LetterItem {
  text: string;
  /** Words of the link. */
  label: string;
  link: string;
}

/** What a mail says. */
export interface LetterText {
  subject: string;
  lines: string[];
  /** Lines below these, each with a link of its own. */
  items?: readonly LetterItem[];
  /** None: nothing to be opened. */
  button?: string;
  /** Small print below the button. */
  foot: string;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** A mail as text and as HTML; the link is that of its button. */
export const letterText = ({ subject, lines, items = [], button, foot }: LetterText, link: string): MailText => {
  const listed = items.flatMap((item) => ['', item.text, item.link]);
  const text = [...lines, ...listed, '', ...(button === undefined ? [] : [`${button}:`, link, '']), foot].join('\n');
  const paragraph = (line: string) => `<p style="margin:0 0 12px">${escape(line).replaceAll('\n', '<br>')}</p>`;
  const rows = items.map(
    (item) =>
      `<li style="margin:0 0 10px">${escape(item.text)}<br><a href="${escape(item.link)}" style="color:#026b85">${escape(item.label)}</a></li>`,
  );
  const list = rows.length > 0 ? `<ul style="margin:0 0 12px;padding-left:20px">${rows.join('')}</ul>` : '';
  const opened =
    button === undefined
      ? ''
      : `<p style="margin:20px 0"><a href="${escape(link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#026b85;color:#ffffff;font-weight:600;text-decoration:none">${escape(button)}</a></p>
<p style="margin:0 0 12px;font-size:13px;line-height:18px;color:#53646d">Se o botão não abrir, copie este endereço: ${escape(link)}</p>`;
  const html = `<!doctype html><html lang="pt-BR"><body style="margin:0;padding:24px;background:#f4f6f8;font:16px/24px Roboto,Arial,sans-serif;color:#17242b">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e1e6ea;border-radius:10px">
<p style="margin:0 0 16px;font-weight:600;color:#026b85">${PRODUCT_NAME}</p>${lines.map(paragraph).join('')}${list}
${opened}
<p style="margin:0;font-size:13px;line-height:18px;color:#53646d">${escape(foot)}</p></div></body></html>`;
  return { subject, text, html };
};

/**
 * Text of a PDF, in a thread of its own (documents.ts), which may end it at any time. Plain JavaScript, since Node loads this
 * file itself, also while tests and the development server run from the sources.
 */
import { getDocumentProxy } from 'unpdf';

/** Nothing is fetched or drawn, no font is loaded, no script runs, and a broken file ends the reading. */
const SAFE = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  enableXfa: false,
  stopAtErrors: false,
  maxImageSize: 0,
  verbosity: 0,
};

/** Spaces are items of their own; a break is where the text goes on below. */
const pageText = async (page) => {
  const { items } = await page.getTextContent({ includeMarkedContent: false });
  return items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
};

/** Without a task it only loads the reader, so that loading does not count as reading. */
export default async (task) => {
  if (task === null) return null;
  const { content, maxPages, maxText } = task;
  let document;
  try {
    document = await getDocumentProxy(content, SAFE);
  } catch (error) {
    if (error?.name === 'PasswordException') return { pages: 0, text: '', locked: true };
    throw new Error('not a PDF that can be read', { cause: error });
  }
  const pages = Math.min(document.numPages, maxPages);
  let text = '';
  for (let number = 1; number <= pages && text.length < maxText; number += 1) {
    const page = await document.getPage(number);
    text += `${await pageText(page)}\n\n`;
    page.cleanup();
  }
  await document.destroy();
  return { pages, text: text.slice(0, maxText), locked: false };
};

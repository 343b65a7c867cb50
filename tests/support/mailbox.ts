import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A mail as received. */
export interface ReceivedMail {
  kind: string;
  to: string;
  subject: string;
  text: string;
  /** Path of its link: "/first-password/8fGt…". */
  link: string;
  /** Last segment of the link. */
  token: string;
  attachments: { name: string; type: string; content: Buffer }[];
}

const decode = (body: string): string =>
  Buffer.from(
    body
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString('utf8');

const decodeWords = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(q|b)\?(.*?)\?=/gi, (_all, form: string, text: string) =>
      form.toLowerCase() === 'q' ? decode(text.replaceAll('_', ' ')) : Buffer.from(text, 'base64').toString('utf8'),
    );

/** The header of a part, unfolded. */
const headerOf = (source: string, name: string): string =>
  decodeWords(
    new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, 'mi')
      .exec(source.slice(0, source.indexOf('\n\n')))?.[1]
      ?.replace(/\n[ \t]+/g, ' ') ?? '',
  );

/** The parts of a mail that have no parts themselves. */
const partsOf = (source: string): string[] => {
  const boundary = /boundary="([^"]+)"/.exec(headerOf(source, 'Content-Type'))?.[1];
  if (boundary === undefined) return [source];
  // Split at the whole boundary: a token may have two dashes where its line is broken.
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.replace(/^\n/, '')));
};

const readMail = (file: string, kind: string): ReceivedMail => {
  const source = readFileSync(file, 'utf8').replace(/\r\n/g, '\n');
  const parts = partsOf(source);
  const bodyOf = (part: string) => part.slice(part.indexOf('\n\n') + 2);
  const part = parts.find((one) => headerOf(one, 'Content-Type').startsWith('text/plain')) ?? '';
  const text = /quoted-printable/i.test(headerOf(part, 'Content-Transfer-Encoding'))
    ? decode(bodyOf(part))
    : bodyOf(part);
  const link = /https?:\/\/[^/\s]+(\/\S+)/.exec(text)?.[1] ?? '';
  const attachments = parts
    .filter((one) => headerOf(one, 'Content-Disposition').startsWith('attachment'))
    .map((one) => ({
      name: /filename="?([^";]+)/.exec(headerOf(one, 'Content-Disposition'))?.[1] ?? '',
      type: headerOf(one, 'Content-Type').split(';')[0] ?? '',
      content: Buffer.from(bodyOf(one), 'base64'),
    }));
  const [to, subject] = [headerOf(source, 'To'), headerOf(source, 'Subject')];
  return { kind, to, subject, text, link, token: link.split('/').at(-1) ?? '', attachments };
};

/** Reads the mails that the services wrote to a folder, oldest first. */
export const readOutbox = (dataDir: string): ReceivedMail[] => {
  const folder = join(dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readMail(join(folder, name), name.replace(/^\d+-|\.eml$/g, '')));
};

/** Waits for `count` mails to an address and returns the newest: the services send mail shortly after the response. */
export const mailTo = async (dataDir: string, address: string, count = 1): Promise<ReceivedMail> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const mails = readOutbox(dataDir).filter(({ to }) => to.includes(address));
    const newest = mails.at(-1);
    if (newest && mails.length >= count) return newest;
    await wait(25);
  }
  throw new Error(`no ${count} mails to ${address}: ${JSON.stringify(readOutbox(dataDir).map(({ to }) => to))}`);
};

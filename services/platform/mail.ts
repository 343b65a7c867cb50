import { mkdirSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { PRODUCT_NAME } from '#domain/product.ts';

/** A rendered mail. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** Id of the mail; retries use the same one. */
  id: number;
  kind: string;
  to: { name: string; address: string };
  /** Files of the mail. */
  attachments?: readonly { name: string; type: string; content: Buffer }[];
}

/** Transport of mails: by SMTP, or to a folder. */
export interface MailTransport {
  /** Sends a mail. Throws on failure; MailRefused when a retry is useless. */
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** The receiving server rejected the recipient permanently. */
export class MailRefused extends Error {}

const DEFAULT_FROM = `${PRODUCT_NAME} <nao-responda@prumo.localhost>`;

const messageOf = ({ to, subject, text, html, id, attachments = [] }: Letter, from: string) => ({
  from,
  to,
  subject,
  text,
  html,
  attachments: attachments.map(({ name: filename, type: contentType, content }) => ({
    filename,
    contentType,
    content,
  })),
  headers: { 'X-Prumo-Mail': String(id), 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const isFinal = (error: unknown): error is Error =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  error.responseCode <= 554 &&
  'command' in error &&
  error.command === 'RCPT TO';

/** Sends mails by SMTP: smtp://user:password@host:587, or smtps:// on port 465. */
export const smtpTransport = (url: string, from = DEFAULT_FROM): MailTransport => {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    send: async (letter) => {
      await smtp.sendMail(messageOf(letter, from)).catch((error: unknown) => {
        throw isFinal(error) ? new MailRefused(error.message) : error;
      });
    },
    close: () => smtp.close(),
  };
};

/** Retention of mails in the folder, which contain names and links. */
const KEPT = { days: 30, files: 1_000 };
const DAY = 24 * 60 * 60 * 1000;

/** Deletes the folder's mails beyond the maximum age or number, oldest first. */
const sweep = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const newestFirst = files.toSorted((a, b) => b.at - a.at || (a.path < b.path ? 1 : -1));
  const gone = newestFirst.filter(({ at }, index) => index >= KEPT.files || at < Date.now() - KEPT.days * DAY);
  await Promise.all(gone.map(({ path }) => rm(path, { force: true })));
};

/** Writes each mail as a file to a folder, for the operator of this machine, when no mail server is configured. */
export const folderTransport = (folder: string, from = DEFAULT_FROM): MailTransport => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async (letter) => {
      const { message } = await composer.sendMail(messageOf(letter, from));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const name = `${String(letter.id).padStart(6, '0')}-${letter.kind.toLowerCase()}.eml`;
      await writeFile(join(folder, name), message as Buffer, { mode: 0o600 });
      // Another service may sweep the same folder: a missing file must not fail this mail.
      await sweep(folder).catch(() => undefined);
    },
    close: () => composer.close(),
  };
};

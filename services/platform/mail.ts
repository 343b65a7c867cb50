import { mkdirSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { PRODUCT_NAME } from '#domain/product.ts';

/** A mail that is ready to go. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** Key of the mail: repeated attempts carry the same one. */
  id: number;
  kind: string;
  to: { name: string; address: string };
}

/** The way out for mail: one adapter for SMTP, one that keeps it in a folder. */
export interface MailTransport {
  /** Throws when it was not taken; MailRefused when trying again would not help. */
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** The receiving side said no for good: no such mailbox, or it does not want this. */
export class MailRefused extends Error {}

const DEFAULT_FROM = `${PRODUCT_NAME} <nao-responda@prumo.localhost>`;

const messageOf = ({ to, subject, text, html, id }: Letter, from: string) => ({
  from,
  to,
  subject,
  text,
  html,
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

/** Sends by a mail server: smtp://user:password@host:587, or smtps:// on port 465. */
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

/** Mails tell names and hold links: those that nobody has looked for in a month are gone. */
const KEPT = { days: 30, files: 1_000 };
const DAY = 24 * 60 * 60 * 1000;

/** Deletes the mails of the folder that are old, or more than are kept; the newest stay. */
const sweep = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const newestFirst = files.toSorted((a, b) => b.at - a.at || (a.path < b.path ? 1 : -1));
  const gone = newestFirst.filter(({ at }, index) => index >= KEPT.files || at < Date.now() - KEPT.days * DAY);
  await Promise.all(gone.map(({ path }) => rm(path, { force: true })));
};

/** Without a mail server: each mail becomes a file of the folder, for whoever looks after this machine to read. */
export const folderTransport = (folder: string, from = DEFAULT_FROM): MailTransport => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async (letter) => {
      const { message } = await composer.sendMail(messageOf(letter, from));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const name = `${String(letter.id).padStart(6, '0')}-${letter.kind.toLowerCase()}.eml`;
      await writeFile(join(folder, name), message as Buffer, { mode: 0o600 });
      // Two services may sweep the same folder: what is gone by then is no failure of this mail.
      await sweep(folder).catch(() => undefined);
    },
    close: () => composer.close(),
  };
};

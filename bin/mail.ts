import { smtpTransport, type MailTransport } from '#services/platform/mail.ts';
import type { Config } from './config.ts';

/** The mail server of the configuration; undefined leaves mails in DATA_DIR/outbox. */
export const mailOf = ({ smtpUrl, mailFrom }: Config): MailTransport | undefined =>
  smtpUrl ? smtpTransport(smtpUrl, mailFrom) : undefined;

import { smtpTransport, type MailTransport } from '#services/platform/mail.ts';
import type { Config } from './config.ts';

/** The configured mail transport; undefined writes mails to DATA_DIR/outbox. */
export const mailOf = ({ smtpUrl, mailFrom }: Config): MailTransport | undefined =>
  smtpUrl ? smtpTransport(smtpUrl, mailFrom) : undefined;

import { NO_CONNECTION } from '#domain/messages.ts';
import type { TransactionDetailFragment, TransactionType } from '#web/generated/financial.ts';
import { RestFailure, restFailureText } from '#web/client/errors.ts';
import { openKeys } from '#web/client/idempotency.ts';
import { authorization, currentToken } from '#web/client/token.ts';

export type Attachment = TransactionDetailFragment['attachments'][number];

/** Files use REST, all other data GraphQL (docs/architecture.md). */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

const pathOf = (companyId: string, type: TransactionType, transactionId: string) =>
  `/api/v1/financial/company/${companyId}/${type === 'DEBIT' ? 'debit' : 'credit'}/${transactionId}/attachments`;

const bearer = (): string => {
  const token = currentToken();
  return token ? authorization(token) : '';
};

interface Answer {
  data?: Omit<Attachment, 'id' | '__typename'> & { id: number };
  message?: string;
}

const answerOf = (text: string): Answer => {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
};

/**
 * Uploads one file.
 * @param onProgress called with the share that has been sent, 0 to 1.
 * @throws RestFailure
 */
export const uploadAttachment = (
  place: { companyId: string; type: TransactionType; transactionId: string },
  file: File,
  onProgress: (share: number) => void,
): Promise<Attachment> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const command = JSON.stringify([place, file.name, file.size, file.lastModified]);
    request.open('POST', pathOf(place.companyId, place.type, place.transactionId));
    request.setRequestHeader('Authorization', bearer());
    request.setRequestHeader('Idempotency-Key', openKeys.of(command));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new RestFailure(NO_CONNECTION));
    request.onload = () => {
      const answer = answerOf(request.responseText);
      if (request.status < 500) openKeys.answered(command);
      if (request.status >= 300 || !answer.data) reject(new RestFailure(restFailureText(request.status, answer)));
      else resolve({ ...answer.data, id: String(answer.data.id) });
    };
    const body = new FormData();
    body.append('file', file, file.name);
    request.send(body);
  });

/** Downloads the file with the token and saves it through the browser. Throws RestFailure. */
export const downloadAttachment = async (attachment: Pick<Attachment, 'link' | 'name'>): Promise<void> => {
  const response = await fetch(attachment.link, { headers: { Authorization: bearer() } });
  if (!response.ok) throw new RestFailure(restFailureText(response.status, answerOf(await response.text())));
  const url = URL.createObjectURL(await response.blob());
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = attachment.name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

export const formatBytes = (bytes: number): string => {
  const format = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
  return bytes < 1024 * 1024 ? `${format.format(bytes / 1024)} KB` : `${format.format(bytes / 1024 / 1024)} MB`;
};

import type { TransactionDetailFragment, TransactionType } from '#web/generated/financial.ts';
import { downloadFile, uploadFile } from '#web/client/files.ts';

export type Attachment = TransactionDetailFragment['attachments'][number];

const pathOf = (companyId: string, type: TransactionType, transactionId: string) =>
  `/api/v1/financial/company/${companyId}/${type === 'DEBIT' ? 'debit' : 'credit'}/${transactionId}/attachments`;

/**
 * Uploads one file.
 * @param onProgress called with the share that has been sent, 0 to 1.
 * @throws RestFailure
 */
export const uploadAttachment = async (
  place: { companyId: string; type: TransactionType; transactionId: string },
  file: File,
  onProgress: (share: number) => void,
): Promise<Attachment> => {
  const path = pathOf(place.companyId, place.type, place.transactionId);
  const { data } = await uploadFile({ path, part: 'file', file, onProgress });
  // The row of the services, whose keys are numbers.
  const { id, ...attachment } = data as Omit<Attachment, 'id' | '__typename'> & { id: number };
  return { ...attachment, id: String(id) };
};

/** Downloads the file with the token and saves it through the browser. Throws RestFailure. */
export const downloadAttachment = ({ link, name }: Pick<Attachment, 'link' | 'name'>): Promise<void> =>
  downloadFile(link, name);

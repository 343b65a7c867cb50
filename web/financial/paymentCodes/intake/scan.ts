import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { notifyError } from '#web/client/notify.ts';
import { MAX_FILE_BYTES, uploadFile } from '#web/client/files.ts';
import { isRecord } from '#web/client/storage.ts';
import { readHere } from '../reading.ts';

/** Codes in the answer of the service, read again here: they are what the form stores. */
const codesOf = (data: unknown): PaymentCode[] => {
  const codes = isRecord(data) && Array.isArray(data.codes) ? (data.codes as unknown[]) : [];
  return codes.flatMap((one) => {
    const read = isRecord(one) && typeof one.code === 'string' ? readHere(one.code) : null;
    return read?.ok ? [read.code] : [];
  });
};

const isPdf = ({ type, name }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name);

/**
 * Payment codes in the PDFs among some files, each once. A file that cannot be read stays what it is, and is told unless
 * it is only attached (`quiet`).
 */
export const scanFiles = async (companyId: string, files: readonly File[], quiet = false): Promise<PaymentCode[]> => {
  const found = new Map<string, PaymentCode>();
  for (const file of files.filter((one) => isPdf(one) && one.size <= MAX_FILE_BYTES)) {
    try {
      const path = `/api/v1/financial/company/${companyId}/payment-codes/documents`;
      const { data } = await uploadFile({ path, part: 'file', file });
      for (const code of codesOf(data)) found.set(code.code, code);
    } catch (error) {
      if (!quiet) notifyError(`${file.name}: ${error instanceof Error ? error.message : 'não foi lido'}`);
    }
  }
  return [...found.values()];
};

import type { SentFiscalFile } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import { downloadFile, uploadFile } from '#web/client/files.ts';

export type { SentFiscalFile };

/** File types for the picker; the service checks the content. */
export const XML_TYPES = '.xml,text/xml,application/xml';

const pathOf = (companyId: string): string => `/api/v1/financial/company/${companyId}/fiscal-documents`;

/** Sends one XML to be read as a draft. @throws RestFailure with one sentence */
export const sendXml = async (companyId: string, file: File): Promise<SentFiscalFile> => {
  const { data } = await uploadFile({ path: pathOf(companyId), part: 'file', file });
  return data as SentFiscalFile;
};

/** Saves the XML of a draft through the browser. @throws RestFailure */
export const downloadXml = (companyId: string, { id, fileName }: { id: string; fileName: string }): Promise<void> =>
  downloadFile(`${pathOf(companyId)}/${id}/content`, fileName);

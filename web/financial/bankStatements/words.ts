export const BANK_STATEMENTS = '/home/forms/transactions/ofx-files';
export const IMPORT = `${BANK_STATEMENTS}/import`;

/** What banks call their files; the service looks at the content. */
export const FILE_TYPES = '.ofx,.qfx,.csv,.txt,application/x-ofx,application/vnd.intu.qfx,text/csv,text/plain';

/** Texts for failures without their own reason. */
export const failures = {
  files: 'Falha para buscar os extratos importados',
  undo: 'Falha para desfazer a importação',
  download: 'Falha para baixar o extrato',
};

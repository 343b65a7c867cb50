export const BANK_STATEMENTS = '/home/forms/transactions/ofx-files';
export const IMPORT = `${BANK_STATEMENTS}/import`;

/** Texts for failures without their own reason. */
export const failures = {
  files: 'Falha para buscar os extratos importados',
  undo: 'Falha para desfazer a importação',
  download: 'Falha para baixar o extrato',
};

/** A workbook that cannot be used, in words for its user. */
export class WorkbookProblem extends Error {}

export const NOT_A_WORKBOOK = 'O arquivo não é uma planilha XLSX. Salve-o como "Pasta de Trabalho do Excel (.xlsx)".';
export const DAMAGED = 'A planilha está danificada. Abra-a no Excel, salve de novo e envie outra vez.';
export const WITH_MACROS = 'A planilha tem macros. Salve-a como .xlsx, sem macros, e envie de novo.';
export const ACTIVE = 'A planilha tem objetos incorporados ou vínculos que buscam dados. Retire-os e envie de novo.';
export const WITH_PASSWORD = 'A planilha tem senha ou é do formato antigo .xls. Salve-a como .xlsx, sem senha.';
export const TOO_LARGE = 'A planilha é grande demais: descompactada, passa do limite. Retire abas e linhas vazias.';

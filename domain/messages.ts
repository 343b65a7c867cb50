import { formatDate } from './dates.ts';

/** Texts that several modules share, exactly as in the specification (§4, §5, §8, §9). */

// Session and transport
export const LEGAL_RESTRICTION =
  'Parece que ocorreu um problema ao processar sua solicitação. Se você acha que isso pode ter sido um erro, por favor, entre em contato com o Suporte.';
export const DEFAULT_FAILURE = 'Algo deu errado, tente novamente!';
/** Not from the specification: the request did not reach the server. */
export const NO_CONNECTION = 'Sem conexão com o servidor. Verifique sua internet e tente novamente.';
export const SESSION_EXPIRED = 'Sua sessão expirou. Acesse novamente';
export const LOGOUT_FAILED = 'Falha ao fazer logout';
export const EMAIL_CHECK_FAILED = 'Falha na verificação de email';
export const CONFIRM_CODE_FAILED = 'Falha em confirmar código de verificação';
export const CHANGE_PASSWORD_FAILED = 'Falha em alterar senha';
export const CREATE_PASSWORD_FAILED = 'Falha em criar senha';
export const SEND_MESSAGE_FAILED = 'Falha ao enviar uma mensagem';

// Rules
export const NO_COMPANY_AVAILABLE = 'Nenhuma empresa disponível';
export const INSTALLMENT_COUNT = 'Quantity should be >= 1';

// Buildings
export const DELETE_BUILDING_FAILED = 'Falha para apagar obra';
export const SAVE_BUILDING_FAILED = 'Falha para salvar obra';
export const FETCH_BUILDING_FAILED = 'Falha para buscar obra';
export const FETCH_BUILDINGS_FAILED = 'Falha para buscar todas as obras';
export const FETCH_ACTIVE_BUILDINGS_FAILED = 'Falha para buscar todas as obras ativas';
export const FETCH_BUILDING_STAGES_FAILED = 'Falha para buscar etapas em obras';
export const FETCH_STAGE_REPORT_FAILED = 'Falha para buscar relatório por etapas';

// Companies
export const FETCH_COMPANY_FAILED = 'Falha para buscar empresa';
export const FETCH_COMPANIES_FAILED = 'Falha para buscar todas as empresas';
export const FETCH_ACTIVE_COMPANIES_FAILED = 'Falha para buscar todas as empresas ativas';

// Categories and partners
export const FETCH_CATEGORIES_FAILED = 'Falha para buscar todas as categorias';
export const FETCH_CATEGORY_FAILED = 'Falha para buscar categoria';
export const FETCH_PARTNER_FAILED = 'Falha na busca por parceiro';
export const FETCH_PARTNERS_FAILED = 'Falha na busca por parceiros';

// Income, expenses, cash flow
export const FETCH_INCOME_FAILED = 'Falha em buscar receita';
export const FETCH_INCOMES_FAILED = 'Falha em buscar todas as receitas';
export const FETCH_INCOME_RECORDS_FAILED = 'Falha em buscar registros de receitas';
export const FETCH_OUTCOME_FAILED = 'Falha em buscar despesa';
export const FETCH_OUTCOMES_FAILED = 'Falha em buscar todas as despesas';
export const FETCH_OUTCOME_RECORDS_FAILED = 'Falha em buscar registros de despesas';
export const FETCH_CASH_FLOW_FAILED = 'Falha em recuperar informações do fluxo de caixa';

// Wallets
export const FETCH_WALLET_FAILED = 'Falha para buscar carteira';
export const FETCH_WALLETS_FAILED = 'Falha para buscar todas as carteiras';
export const FETCH_ACTIVE_WALLETS_FAILED = 'Falha para buscar todas as carteiras ativas';
export const FETCH_STATEMENT_FAILED = 'Falha para buscar o extrato bancário';

// Products
export const FETCH_PRODUCT_TYPE_FAILED = 'Falha para buscar tipo de insumo';
export const FETCH_PRODUCT_TYPES_FAILED = 'Falha para buscar todos os tipos de insumo';
export const FETCH_ACTIVE_PRODUCT_TYPES_FAILED = 'Falha para buscar todos os tipos de insumo ativos';
export const DELETE_PRODUCT_TYPE_FAILED = 'Falha para apagar tipo de insumo';
export const FETCH_PRODUCT_TABLE_FAILED = 'Falha para buscar tabela de insumos';
export const FETCH_PRODUCT_TABLES_FAILED = 'Falha para buscar todas as tabelas de insumos';
export const IMPORT_PRODUCTS_DONE = 'Importação dos insumos concluída com sucesso.';
export const PRODUCT_TABLE_IN_USE =
  'Não é possível excluir uma tabela com itens vinculados em orçamento e/ou pedido de compras';

// Cost estimates
export const COPY_IMPORTED_ESTIMATE_REFUSED = 'Não é possível duplicar um orçamento importado do ecustos';

// Import of cost databases
export const IMPORT_DONE = 'Importação dos insumos concluída com sucesso.';
/** Not from the specification, in the words of the one above. */
export const TASK_IMPORT_DONE = 'Importação das composições concluída com sucesso.';
/** Mock 25. */
export const IMPORT_UNCHANGED = 'Este mês já está igual.';
/** Not from the specification, which leaves the text of a failed upload open. */
export const UPLOAD_FAILED = 'Não foi possível enviar o arquivo. Confira a conexão e envie de novo.';

// Location
export const FETCH_ADDRESS_FAILED = 'Falha na busca por informações de endereço';
export const FETCH_CITIES_FAILED = 'Falha na busca por cidades';

// Background jobs
export const JOB_FAILED = 'Não foi possível concluir este trabalho. Tente novamente em instantes.';

// Users and registration
export const DELETE_ORDER_FAILED = 'Não consegui excluir o pedido e nota.';
export const ORDER_DELETED = 'Tudo certo! Pedido e nota apagado com sucesso!';
export const FETCH_USER_FAILED = 'Falha para buscar usuário';
export const FETCH_USERS_FAILED = 'Falha para buscar todos os usuários';
export const REGISTER_ACCOUNT_FAILED = 'Ocorreu um erro ao cadastrar essa conta. Tente novamente em instantes';
export const REGISTER_CUSTOMER_FAILED = 'Ocorreu um erro ao cadastrar este cliente. Tente novamente em instantes';
export const REGISTER_SUPPLIER_FAILED = 'Ocorreu um erro ao cadastrar este fornecedor. Tente novamente em instantes';

/** Warning about a payment before the wallet's balanceDate (domain.md §3). */
export function beforeBalance(wallet: string, balanceDate: string): string {
  return `O pagamento é anterior ao saldo inicial de ${wallet} (${formatDate(balanceDate)}) e por isso não altera o saldo da carteira.`;
}

/** Message for a new cost database (§8). */
export function productTableCreated(name: string): string {
  return `Cadastro da tabela de insumo ${name} foi realizado com sucesso.`;
}

/** Error message of a timeout (§9). */
export function timedOut(milliseconds: number): string {
  return `Timed out in ${milliseconds} ms.`;
}

/** Of a session that can only set up the second factor that its account demands. */
export const SECOND_FACTOR_DUE = 'A sua conta pede a verificação em duas etapas: ligue a sua para continuar.';

/** Of a token of programs that is unknown, expired or revoked, or used from elsewhere. */
export const TOKEN_ENDED = 'Este token não vale: foi revogado, expirou ou não pode ser usado deste endereço.';

/** Of a token of programs that may not write, and of calls that are a person's. */
export const READS_ONLY = 'Este token é só de leitura.';
export const NOT_BY_TOKENS = 'Tokens de programas não fazem isto: entre com login e senha.';

import { PRODUCT_NAME } from '#domain/product.ts';
import type { MailKind } from '../tables.ts';
import { letterText, type LetterText, type MailText } from '../../platform/letterText.ts';
import { plainName } from '../../platform/plainName.ts';

/** Text of a mail; two kinds replace others when the address belongs to another user. */
export type LetterKind = Exclude<MailKind, 'DIGEST'> | 'INVITED_ELSEWHERE' | 'INVITED_TO_SSO' | 'ADDRESS_IN_USE';

export interface MailFacts {
  /** Name of the recipient. */
  name: string;
  /** Name of the account. */
  account: string;
  /** Name of the user that the mail is about. */
  about: string;
  /** Address of the recipient. */
  login: string;
  /** The login that the mail is about; empty for other mails. */
  access: string;
  /** URL of the button; the login page when there is nothing to confirm. */
  link: string;
}

const letters: Record<LetterKind, (facts: MailFacts) => LetterText> = {
  INVITATION: ({ name, account, login }) => ({
    subject: `${account} convidou você para o ${PRODUCT_NAME}`,
    lines: [`Olá, ${name}.`, `${account} criou o seu acesso ao ${PRODUCT_NAME}. O seu login é ${login}.`],
    button: 'Criar minha senha',
    foot: 'O link vale por 7 dias e só pode ser usado uma vez. Se você não esperava este convite, ignore este e-mail.',
  }),
  RECOVERY: ({ name }) => ({
    subject: `Crie outra senha do ${PRODUCT_NAME}`,
    lines: [`Olá, ${name}.`, 'Recebemos um pedido para criar outra senha para o seu acesso.'],
    button: 'Criar outra senha',
    foot: 'O link vale por 1 hora e só pode ser usado uma vez. Se não foi você que pediu, ignore este e-mail: a sua senha continua a mesma.',
  }),
  CONFIRMATION: ({ name, account }) => ({
    subject: `Confirme o seu e-mail no ${PRODUCT_NAME}`,
    lines: [
      `Olá, ${name}.`,
      `${account} pediu que este endereço passe a ser o seu login no ${PRODUCT_NAME}. Até você confirmar, nada muda.`,
    ],
    button: 'Confirmar endereço',
    foot: 'O link vale por 7 dias e só pode ser usado uma vez. Se você não conhece esta conta, ignore este e-mail.',
  }),
  LOGIN_CHANGE: ({ name, account }) => ({
    subject: `Pediram para trocar o seu login do ${PRODUCT_NAME}`,
    lines: [
      `Olá, ${name}.`,
      `${account} pediu que o seu login passe a ser outro endereço. A troca vale quando o novo endereço for confirmado; até lá, você continua entrando com este.`,
      'Se você não esperava por isso, avise agora quem administra a conta, ou crie outra senha na página de entrada: isso cancela a troca.',
    ],
    button: `Entrar no ${PRODUCT_NAME}`,
    foot: 'Este aviso é enviado sempre que se pede a troca de um login.',
  }),
  LOGIN_CHANGED: ({ name }) => ({
    subject: `O seu login do ${PRODUCT_NAME} foi trocado`,
    lines: [
      `Olá, ${name}.`,
      'O novo endereço foi confirmado: este não abre mais o seu acesso, e os acessos que estavam abertos foram encerrados.',
      'Se não foi você, avise agora quem administra a conta.',
    ],
    button: `Entrar no ${PRODUCT_NAME}`,
    foot: 'Este aviso é enviado sempre que um login muda.',
  }),
  ADMIN_GRANTED: ({ name, account, about }) => ({
    subject: `Novo administrador no ${PRODUCT_NAME}`,
    lines: [
      `Olá, ${name}.`,
      `${about} passou a ser administrador da conta de ${account}: acessa tudo e decide quem acessa.`,
      'Se você não esperava por isso, confira agora os usuários da conta.',
    ],
    button: `Entrar no ${PRODUCT_NAME}`,
    foot: 'Este aviso vai a todos os administradores sempre que alguém passa a ser um.',
  }),
  PERSONAL_EXPORT: ({ name, account }) => ({
    subject: `Os seus dados no ${PRODUCT_NAME} estão prontos`,
    lines: [
      `Olá, ${name}.`,
      `O arquivo com o que o ${PRODUCT_NAME} guarda sobre você, na conta de ${account}, está pronto.`,
    ],
    button: 'Abrir a minha conta',
    foot: 'O arquivo pode ser baixado por 24 horas, depois de entrar. Se não foi você que pediu, troque a sua senha.',
  }),
  ANONYMISATION_REQUESTED: ({ name, account, about }) => ({
    subject: `Pedido de anonimização no ${PRODUCT_NAME}`,
    lines: [
      `Olá, ${name}.`,
      `Na conta de ${account}, foi pedido que o acesso de ${about} seja anonimizado: o nome some dos registros, e os lançamentos ficam. Um segundo administrador precisa confirmar.`,
    ],
    button: 'Ver o pedido',
    foot: 'Nada muda até que outro administrador confirme. A anonimização não pode ser desfeita.',
  }),
  SSO_USER: ({ name, account, about }) => ({
    subject: `${about} entrou no ${PRODUCT_NAME} pelo acesso único`,
    lines: [
      `Olá, ${name}.`,
      `${about} entrou pela primeira vez na conta de ${account} pelo acesso único da organização, e ainda não vê nada: falta alguém decidir o que pode.`,
      'Dê as permissões em Configurações, Usuários.',
    ],
    button: `Abrir o ${PRODUCT_NAME}`,
    foot: 'Este aviso vai a todos os administradores quando o acesso único cria um usuário.',
  }),
  DOMAIN_PROOF: ({ name, account }) => ({
    subject: `O registro que comprova o domínio de ${account} sumiu`,
    lines: [
      `Olá, ${name}.`,
      `Há uma semana não encontramos no DNS o registro TXT que comprova o domínio do acesso único da conta de ${account}. Quem já entra por ele continua entrando.`,
      'Se o registro não voltar em 30 dias da falta, ninguém novo é aceito pelo acesso único. O texto do registro está em Configurações, Acesso único.',
    ],
    button: `Abrir o ${PRODUCT_NAME}`,
    foot: 'Este aviso vai uma vez a todos os administradores quando o registro falta por 7 dias.',
  }),
  INVITED_TO_SSO: ({ name, account, login }) => ({
    subject: `${account} convidou você para o ${PRODUCT_NAME}`,
    lines: [
      `Olá, ${name}.`,
      `${account} criou o seu acesso ao ${PRODUCT_NAME}. Entre com ${login} pelo acesso único da sua organização: não há senha a criar.`,
    ],
    button: `Entrar no ${PRODUCT_NAME}`,
    foot: 'Se você não esperava este convite, ignore este e-mail.',
  }),
  INVITED_ELSEWHERE: ({ name, account }) => ({
    subject: `${account} convidou você para o ${PRODUCT_NAME}`,
    lines: [
      `Olá, ${name}.`,
      `${account} criou um acesso para este endereço, que já é o seu login em outra conta do ${PRODUCT_NAME}. Nada mudou no seu acesso.`,
      'Para entrar também nessa conta, peça a quem convidou que use outro endereço seu.',
    ],
    button: `Entrar no ${PRODUCT_NAME}`,
    foot: 'Quem convidou não sabe que você já tem acesso. Se você não esperava este convite, ignore este e-mail.',
  }),
  ADDRESS_IN_USE: ({ account }) => ({
    subject: `Este endereço já é um login do ${PRODUCT_NAME}`,
    lines: [
      'Olá.',
      `${account} pediu que este endereço passe a ser o login de outra pessoa, mas ele já é o seu. Nada mudou no seu acesso.`,
    ],
    button: `Entrar no ${PRODUCT_NAME}`,
    foot: 'Se você não conhece esta conta, não precisa fazer nada.',
  }),
  NEW_DEVICE: ({ name, access }) => ({
    subject: `Novo acesso ao ${PRODUCT_NAME}`,
    lines: [
      `Olá, ${name}.`,
      `O seu login entrou de um dispositivo que não conhecíamos: ${access}.`,
      'Se foi você, não precisa fazer nada. Se não foi, troque agora a sua senha: isso encerra todas as sessões.',
    ],
    button: `Entrar no ${PRODUCT_NAME}`,
    foot: 'Este aviso é enviado sempre que se entra de um navegador ou de uma rede nova.',
  }),
  PASSKEY_ADDED: ({ name, access }) => ({
    subject: `Nova chave de acesso no ${PRODUCT_NAME}`,
    lines: [
      `Olá, ${name}.`,
      `Uma chave de acesso foi criada para o seu login: ${access}. Ela entra sem a senha.`,
      'Se não foi você, remova-a agora em Minha conta, troque a senha e avise quem administra a conta.',
    ],
    button: 'Abrir a minha conta',
    foot: 'Este aviso é enviado sempre que uma chave de acesso é criada ou removida.',
  }),
  PASSKEY_REMOVED: ({ name, access }) => ({
    subject: `Uma chave de acesso do ${PRODUCT_NAME} foi removida`,
    lines: [
      `Olá, ${name}.`,
      `Uma chave de acesso do seu login foi removida: ${access}. Ela não entra mais.`,
      'Se não foi você, troque agora a sua senha e avise quem administra a conta.',
    ],
    button: 'Abrir a minha conta',
    foot: 'Este aviso é enviado sempre que uma chave de acesso é criada ou removida.',
  }),
  FACTORS_RESET: ({ name, account }) => ({
    subject: `A sua verificação em duas etapas do ${PRODUCT_NAME} foi removida`,
    lines: [
      `Olá, ${name}.`,
      `Quem administra a conta de ${account} removeu o aplicativo, as chaves de acesso e os códigos de reserva do seu login, e encerrou as suas sessões. O login volta a pedir só a senha.`,
      'Se você não pediu isso, avise agora quem administra a conta e troque a sua senha.',
    ],
    button: `Entrar no ${PRODUCT_NAME}`,
    foot: 'Este aviso é enviado sempre que a verificação em duas etapas de um login é removida por outra pessoa.',
  }),
  ACTIVATION: ({ name, account, login }) => ({
    subject: `Ative a sua conta no ${PRODUCT_NAME}`,
    lines: [
      `Olá, ${name}.`,
      `Alguém pediu uma conta para ${account} com este endereço. Se foi você, falta criar a senha: o seu login é ${login}.`,
    ],
    button: 'Ativar minha conta',
    foot: 'O link vale por 7 dias e só pode ser usado uma vez; sem ativação, o cadastro é apagado. Se não foi você que pediu, ignore este e-mail: sem a senha, que só você escolhe, ninguém entra.',
  }),
  ALREADY_REGISTERED: ({ name }) => ({
    subject: `Você já tem acesso ao ${PRODUCT_NAME}`,
    lines: [
      `Olá, ${name}.`,
      'Alguém pediu uma conta nova com este endereço, que já tem acesso. Nada foi criado nem alterado.',
      'Se foi você e não lembra a senha, crie outra na página de entrada.',
    ],
    button: `Entrar no ${PRODUCT_NAME}`,
    foot: 'Se não foi você que pediu, não precisa fazer nada.',
  }),
  PASSWORD_CHANGED: ({ name }) => ({
    subject: `A sua senha do ${PRODUCT_NAME} foi alterada`,
    lines: [
      `Olá, ${name}.`,
      'A sua senha acaba de ser alterada, e os acessos que estavam abertos foram encerrados.',
      'Se não foi você, avise agora quem administra a conta.',
    ],
    button: `Entrar no ${PRODUCT_NAME}`,
    foot: 'Este aviso é enviado sempre que uma senha muda.',
  }),
};

/** Returns a mail in Portuguese, as plain text and as HTML without external resources. */
export const mailText = (kind: LetterKind, facts: MailFacts): MailText => {
  const names = { name: plainName(facts.name), account: plainName(facts.account), about: plainName(facts.about) };
  return letterText(letters[kind]({ ...facts, ...names }), facts.link);
};

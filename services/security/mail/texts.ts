import { PRODUCT_NAME } from '#domain/product.ts';
import type { MailKind } from '../tables.ts';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

export interface MailFacts {
  /** Of the person that it goes to. */
  name: string;
  /** Of the account. */
  account: string;
  login: string;
  /** Where its button leads; the login page where there is nothing to confirm. */
  link: string;
}

interface Letter {
  subject: string;
  lines: string[];
  button: string;
  /** Under the button, small. */
  foot: string;
}

const letters: Record<MailKind, (facts: MailFacts) => Letter> = {
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
    foot: 'O link vale por 2 horas e só pode ser usado uma vez. Se não foi você que pediu, ignore este e-mail: a sua senha continua a mesma.',
  }),
  CONFIRMATION: ({ name, account }) => ({
    subject: `Confirme o seu e-mail no ${PRODUCT_NAME}`,
    lines: [`Olá, ${name}.`, `${account} passou a usar este endereço como o seu login no ${PRODUCT_NAME}.`],
    button: 'Confirmar endereço',
    foot: 'O link vale por 7 dias. Se você não conhece esta conta, ignore este e-mail.',
  }),
  ACTIVATION: ({ name, account, login }) => ({
    subject: `Ative a sua conta no ${PRODUCT_NAME}`,
    lines: [`Olá, ${name}.`, `A conta de ${account} está pronta. O seu login é ${login}.`],
    button: 'Ativar minha conta',
    foot: 'O link vale por 7 dias; sem ativação, o cadastro é apagado. Se não foi você que pediu, ignore este e-mail.',
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

const escape = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** A mail in Portuguese, as plain text and as HTML that needs nothing from outside. */
export const mailText = (kind: MailKind, facts: MailFacts): MailText => {
  const { subject, lines, button, foot } = letters[kind](facts);
  const text = [...lines, '', `${button}:`, facts.link, '', foot].join('\n');
  const paragraphs = lines.map((line) => `<p style="margin:0 0 12px">${escape(line)}</p>`).join('');
  const html = `<!doctype html><html lang="pt-BR"><body style="margin:0;padding:24px;background:#f4f6f8;font:16px/24px Roboto,Arial,sans-serif;color:#17242b">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e1e6ea;border-radius:10px">
<p style="margin:0 0 16px;font-weight:600;color:#026b85">${PRODUCT_NAME}</p>${paragraphs}
<p style="margin:20px 0"><a href="${escape(facts.link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#026b85;color:#ffffff;font-weight:600;text-decoration:none">${escape(button)}</a></p>
<p style="margin:0 0 12px;font-size:13px;line-height:18px;color:#53646d">Se o botão não abrir, copie este endereço: ${escape(facts.link)}</p>
<p style="margin:0;font-size:13px;line-height:18px;color:#53646d">${escape(foot)}</p></div></body></html>`;
  return { subject, text, html };
};

import { PRODUCT_NAME } from '#domain/product.ts';
import { PasswordPage } from './PasswordPage.tsx';

/** `/first-password/:confirmation_token`: an invited user chooses a password (§2). */
const FirstPasswordPage = () => (
  <PasswordPage
    purpose="first-password"
    title="Crie a sua senha"
    greeting={(name) => `Olá, ${name}. Falta só a senha para entrar no ${PRODUCT_NAME}.`}
    button="Criar senha"
    enters
    wayOut="Peça outro abaixo, ou um novo convite a quem administra a conta."
  />
);

export default FirstPasswordPage;

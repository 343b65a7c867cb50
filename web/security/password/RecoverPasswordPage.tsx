import { PasswordPage } from './PasswordPage.tsx';

/** `/recover-password/:confirmation_token`: a user who forgot the password chooses a new one (§2). */
const RecoverPasswordPage = () => (
  <PasswordPage
    purpose="recover-password"
    title="Crie outra senha"
    greeting={(name) => `Olá, ${name}. Os acessos abertos com a senha antiga serão encerrados.`}
    button="Alterar senha"
    wayOut="Peça outro abaixo."
  />
);

export default RecoverPasswordPage;

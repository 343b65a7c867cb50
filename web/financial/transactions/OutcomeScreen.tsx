import { TransactionsScreen } from './TransactionsScreen.tsx';

/** Despesas (§2 /outcome). */
const OutcomeScreen = () => <TransactionsScreen type="DEBIT" title="Despesas" />;

export default OutcomeScreen;

import { TransactionsScreen } from './TransactionsScreen.tsx';

/** Receitas (§2 /income). */
const IncomeScreen = () => <TransactionsScreen type="CREDIT" title="Receitas" />;

export default IncomeScreen;

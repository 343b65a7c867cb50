import { TransactionsScreen } from './TransactionsScreen.tsx';

/** Receitas (§2 /income). */
const IncomeScreen = () => <TransactionsScreen type="CREDIT" />;

export default IncomeScreen;

import { PageHeader } from '#web/ui/PageHeader.tsx';

const OutcomeScreen = () => <PageHeader title="Despesas" />;

export default OutcomeScreen;

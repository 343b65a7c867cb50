import { PageHeader } from '#web/ui/PageHeader.tsx';

const WalletsScreen = () => <PageHeader title="Carteiras" />;

export default WalletsScreen;

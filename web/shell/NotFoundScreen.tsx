import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Link } from 'react-router-dom';

/** Screen for unknown addresses below /home. */
export const NotFoundScreen = () => (
  <EmptyState
    level={1}
    title="Página não encontrada"
    text="Este endereço não existe ou mudou de lugar."
    action={<Link to="/home">Ir para o início</Link>}
  />
);

import { Navigate } from 'react-router-dom';
import { useSession } from '#web/session/sessionContext.ts';

/** `/home` (§2): redirects admins to the dashboard, other users to the welcome screen. */
const HomeScreen = () => {
  const { may } = useSession();
  return <Navigate to={may('admin') ? '/home/dashboard' : '/home/welcome'} replace />;
};

export default HomeScreen;

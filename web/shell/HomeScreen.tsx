import { Navigate } from 'react-router-dom';
import { useSession } from '#web/session/sessionContext.ts';

/** `/home` (§2): admins go to the dashboard, everybody else to the welcome screen. */
const HomeScreen = () => {
  const { may } = useSession();
  return <Navigate to={may('admin') ? '/home/dashboard' : '/home/welcome'} replace />;
};

export default HomeScreen;

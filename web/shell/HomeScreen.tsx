import { Navigate } from 'react-router-dom';
import { useSession } from '#web/session/sessionContext.ts';

/** `/home` (§2): redirects admins to the dashboard, other users to their day, which welcomes them. */
const HomeScreen = () => {
  const { may } = useSession();
  return <Navigate to={may('admin') ? '/home/dashboard' : '/home/welcome'} replace />;
};

export default HomeScreen;

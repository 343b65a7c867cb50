import { findRoute } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Card, PageHeader } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { tutorials } from './tutorials.ts';
import styles from './home.module.css';

/** Tutorials (§2): short texts about the screens that the user may enter. */
const TutorialsScreen = () => {
  const { may } = useSession();
  const shown = tutorials.filter(({ path }) => {
    const route = findRoute(path);
    return route !== undefined && may(route.rule);
  });
  return (
    <div className={styles.screen}>
      <PageHeader title="Tutoriais" summary="Como se faz, em poucas linhas" />
      <div className={styles.cards}>
        {shown.map(({ title, path, steps }) => (
          <Card
            key={title}
            title={title}
            actions={
              path === '/home/tutorials' ? undefined : (
                <Link to={path} className={styles.go}>
                  Abrir {findRoute(path)?.title}
                </Link>
              )
            }
          >
            <ol className={styles.text}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Card>
        ))}
      </div>
    </div>
  );
};

export default TutorialsScreen;

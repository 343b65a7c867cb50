import '#web/ui/base.css';
import { darkTheme, lightTheme } from '#web/ui/theme.ts';
import { FluentProvider } from '@fluentui/react-components';
import { createRoot } from 'react-dom/client';
import { display } from './display.tsx';
import { fields } from './fields.tsx';
import styles from './Gallery.module.css';
import { overlays } from './overlays.tsx';
import type { Sample } from './sample.ts';

const dark = new URLSearchParams(window.location.search).get('theme') === 'dark';

const Shown = ({ name, Show }: Sample) => (
  <section className={styles.sample} data-component={name} aria-label={name}>
    <h2>{name}</h2>
    <div className={styles.stage}>
      <Show />
    </div>
  </section>
);

/** `/dev/ui`: every component of web/ui in one theme; `?theme=dark` is the other one. */
const Gallery = () => (
  <FluentProvider theme={dark ? darkTheme : lightTheme}>
    {/* Not on the provider, whose class Fluent copies to every portal. */}
    <main className={styles.page}>
      <h1>Componentes</h1>
      <a href={dark ? '?theme=light' : '?theme=dark'}>{dark ? 'Tema claro' : 'Tema escuro'}</a>
      {[...fields, ...display, ...overlays].map((sample) => (
        <Shown key={sample.name} {...sample} />
      ))}
    </main>
  </FluentProvider>
);

document.documentElement.dataset.theme = dark ? 'dark' : 'light';
const root = document.getElementById('root');
if (root) createRoot(root).render(<Gallery />);

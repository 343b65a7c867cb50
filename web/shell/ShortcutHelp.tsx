import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { routes } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import styles from './ShortcutHelp.module.css';

const common: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Buscar lançamentos, obras, fornecedores e telas'],
  ['N', 'Novo lançamento da tela'],
  ['/', 'Buscar na lista'],
  ['J  K', 'Próximo e anterior na lista'],
  ['Ctrl S', 'Salvar'],
  ['Ctrl ↵', 'Salvar e começar outro lançamento'],
  ['Alt A', 'Assistente'],
  ['Esc', 'Fechar'],
  ['?', 'Esta ajuda'],
];

const ShortcutHelp = ({ onClose }: { onClose: () => void }) => {
  const { may } = useSession();
  const go = routes
    .filter((route) => route.goKey !== undefined && may(route.rule))
    .map((route) => [`G ${route.goKey?.toUpperCase() ?? ''}`, `Ir para ${route.title}`] as const);
  return (
    <Dialog open onClose={onClose} title="Atalhos do teclado" actions={<Button onClick={onClose}>Fechar</Button>}>
      <dl className={styles.keys}>
        {[...common, ...go].map(([keys, meaning]) => (
          <div key={keys}>
            <dt>{meaning}</dt>
            <dd>
              <Kbd>{keys}</Kbd>
              <span className="visuallyHidden">{keys}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};

export default ShortcutHelp;

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
  ['J  K', 'Próximo e anterior na lista e em Meu dia'],
  ['P', 'Pagar ou receber a parcela em foco, em Meu dia'],
  ['Espaço', 'Selecionar a linha em foco; Ctrl A, todas as da página'],
  ['Shift ↓ ↑', 'Selecionar as linhas por que passa'],
  ['Alt B', 'Ações para as linhas selecionadas; Esc volta à lista, e nela limpa a seleção'],
  ['Ctrl P', 'Imprimir em PDF tudo o que a lista encontra'],
  ['Ctrl S', 'Salvar'],
  ['Ctrl ↵', 'Salvar e começar outro lançamento'],
  ['Alt A', 'Assistente'],
  ['Alt C', 'Copiar a chave Pix do fornecedor, ao pagar'],
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

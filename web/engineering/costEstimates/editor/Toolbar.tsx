import {
  AddIcon,
  CategoryIcon,
  CopyIcon,
  DeleteIcon,
  IndentIcon,
  MoveDownIcon,
  MoveToIcon,
  MoveUpIcon,
  NoteIcon,
  OutdentIcon,
  ProductGroupIcon,
  ProductIcon,
  RedoIcon,
  SearchIcon,
  UndoIcon,
} from '#web/ui/icons.ts';
import { Button, IconButton, Kbd, TextInput } from '#web/ui/index.ts';
import styles from './estimate.module.css';
import type { Commands } from './useCommands.ts';
import type { ContentState } from './useContent.ts';

interface ToolbarProps {
  content: ContentState;
  commands: Commands;
  writable: boolean;
  /** Levels that are shown, where they are the same everywhere. */
  level: number | null;
  onLevel: (level: number) => void;
  onInsert: (kind: 'TASK' | 'PRODUCT') => void;
  onMemo: () => void;
  onMove: () => void;
  /** Undefined where the row has no composition. */
  onComposition: (() => void) | undefined;
  find: { text: string; found: number; at: number };
  onFind: (text: string) => void;
  onNext: (by: 1 | -1) => void;
}

const LEVELS = [1, 2, 3, 4];
const FIND_FIELD = 'estimate-find';

/** Ctrl+F: begins a search anew. */
export const focusFind = (): void => {
  const field = document.getElementById(FIND_FIELD);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
};

/** Buttons of the tree, each with the key that does the same. */
export const Toolbar = (props: ToolbarProps) => {
  const { content, commands, writable, find } = props;
  const chosen = commands.index >= 0;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Linhas do orçamento">
      {writable && (
        <>
          <Button variant="primary" size="small" icon={<AddIcon />} onClick={() => props.onInsert('TASK')}>
            Serviço
          </Button>
          <Button variant="subtle" size="small" icon={<ProductGroupIcon />} onClick={commands.stage}>
            Etapa
          </Button>
          <Button variant="subtle" size="small" icon={<ProductIcon />} onClick={() => props.onInsert('PRODUCT')}>
            Insumo
          </Button>
          <span className={styles.rule} />
          <IconButton
            size="small"
            label="Tornar subitem (Alt →)"
            icon={<IndentIcon />}
            disabled={!chosen}
            onClick={commands.indent}
          />
          <IconButton
            size="small"
            label="Subir um nível (Alt ←)"
            icon={<OutdentIcon />}
            disabled={!chosen}
            onClick={commands.outdent}
          />
          <IconButton
            size="small"
            label="Mover para cima (Alt ↑)"
            icon={<MoveUpIcon />}
            disabled={!chosen}
            onClick={commands.up}
          />
          <IconButton
            size="small"
            label="Mover para baixo (Alt ↓)"
            icon={<MoveDownIcon />}
            disabled={!chosen}
            onClick={commands.down}
          />
          <IconButton
            size="small"
            label="Mover para… (Alt M)"
            icon={<MoveToIcon />}
            disabled={!chosen}
            onClick={props.onMove}
          />
          <IconButton
            size="small"
            label="Duplicar linhas"
            icon={<CopyIcon />}
            disabled={!chosen}
            onClick={commands.duplicate}
          />
          <IconButton
            size="small"
            label="Retirar (Del)"
            icon={<DeleteIcon />}
            disabled={!chosen}
            onClick={commands.remove}
          />
          <IconButton
            size="small"
            label="Memória de cálculo e BDI"
            icon={<NoteIcon />}
            disabled={!chosen}
            onClick={props.onMemo}
          />
          <span className={styles.rule} />
          <IconButton
            size="small"
            label="Desfazer (Ctrl Z)"
            icon={<UndoIcon />}
            disabled={!content.canUndo}
            onClick={content.undo}
          />
          <IconButton
            size="small"
            label="Refazer (Ctrl Y)"
            icon={<RedoIcon />}
            disabled={!content.canRedo}
            onClick={content.redo}
          />
          <span className={styles.rule} />
        </>
      )}
      <IconButton
        size="small"
        label="Composição da linha (Ctrl ↵)"
        icon={<CategoryIcon />}
        disabled={!props.onComposition}
        onClick={() => props.onComposition?.()}
      />
      <span className={styles.levels} role="group" aria-label="Níveis abertos">
        Nível
        {LEVELS.map((level) => (
          <button
            key={level}
            type="button"
            className={styles.level}
            aria-pressed={props.level === level}
            onClick={() => props.onLevel(level)}
          >
            {level}
          </button>
        ))}
      </span>
      <span className={styles.find}>
        <TextInput
          id={FIND_FIELD}
          type="search"
          ariaLabel="Localizar item, código ou descrição"
          placeholder="Localizar item, código ou descrição"
          value={find.text}
          readOnly={false}
          before={<SearchIcon />}
          after={find.text === '' ? <Kbd>Ctrl F</Kbd> : undefined}
          onChange={props.onFind}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            props.onNext(event.shiftKey ? -1 : 1);
          }}
        />
        {find.text !== '' && (
          <span className={styles.found} role="status">
            {find.found === 0 ? 'nada' : `${find.at + 1} de ${find.found}`}
          </span>
        )}
      </span>
    </div>
  );
};

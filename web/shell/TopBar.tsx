import { AssistantButton } from '#web/assistant/AssistantButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { AddIcon, MenuIcon, MoonIcon, SearchIcon, SunIcon } from '#web/ui/icons.ts';
import { Kbd } from '#web/ui/Kbd.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { useIsPhone } from '#web/ui/useIsPhone.ts';
import { useNavigate } from 'react-router-dom';
import { setColorMode, useColorMode } from './colorMode.ts';
import { openPalette } from './paletteState.ts';
import { useStarts } from './useStarts.ts';
import { UserMenu } from './UserMenu.tsx';
import styles from './TopBar.module.css';

/** "Novo": menu of the available actions; a plain button when there is only one. */
const NewButton = () => {
  const starts = useStarts();
  const navigate = useNavigate();
  const [first] = starts;
  if (!first) return null;
  const button = (
    <Button
      variant="primary"
      icon={<AddIcon />}
      onClick={starts.length === 1 ? () => void navigate(first.to) : undefined}
    >
      {starts.length === 1 ? first.label : 'Novo'}
    </Button>
  );
  if (starts.length === 1) return button;
  return (
    <Menu trigger={button} actions={starts.map(({ label, to }) => ({ label, onClick: () => void navigate(to) }))} />
  );
};

const ModeButton = () => {
  const dark = useColorMode() === 'dark';
  return (
    <IconButton
      label={dark ? 'Usar tema claro' : 'Usar tema escuro'}
      icon={dark ? <SunIcon /> : <MoonIcon />}
      onClick={() => setColorMode(dark ? 'light' : 'dark')}
    />
  );
};

/** Search, "Novo", theme, assistant, user. `onMenu` opens the menu, where it has no room beside the screen. */
export const TopBar = ({ onMenu }: { onMenu?: () => void }) => {
  const phone = useIsPhone();
  return (
    <header className={styles.bar}>
      {onMenu && <IconButton label="Abrir menu" icon={<MenuIcon />} onClick={onMenu} />}
      <button type="button" className={styles.search} onClick={openPalette} aria-keyshortcuts="Control+K">
        <SearchIcon aria-hidden="true" />
        <span>Buscar lançamentos, obras, fornecedores…</span>
        {!phone && <Kbd>Ctrl K</Kbd>}
      </button>
      <div className={styles.tools}>
        {!phone && <NewButton />}
        <ModeButton />
        <AssistantButton />
        <UserMenu />
      </div>
    </header>
  );
};

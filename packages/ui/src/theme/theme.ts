import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from '@mantine/core';
import { abyss, amber, atlantico, blue, coral, green, red, slate } from './palette.ts';
import { StandingButton } from './standing-button.tsx';

const dialogStyles = {
  content: { background: 'var(--k-surface)', border: '1px solid var(--k-border)' },
  header: { background: 'var(--k-surface)' },
  title: { fontSize: 'var(--k-size-16)', fontWeight: 620 },
};

/** Mantine's theme of the console: six sizes, one radius, the palette of `palette.ts`. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'atlantico',
  primaryShade: { light: 7, dark: 6 },
  colors: { atlantico, coral, gray: slate, dark: abyss, green, yellow: amber, red, blue },
  fontFamily: 'var(--k-font)',
  fontFamilyMonospace: 'var(--k-font-mono)',
  fontSizes: {
    xs: 'var(--k-size-12)',
    sm: 'var(--k-size-13)',
    md: 'var(--k-size-14)',
    lg: 'var(--k-size-16)',
    xl: 'var(--k-size-20)',
  },
  headings: {
    fontFamily: 'var(--k-font)',
    fontWeight: '620',
    sizes: {
      h1: { fontSize: 'var(--k-size-20)', lineHeight: '1.3' },
      h2: { fontSize: 'var(--k-size-16)', lineHeight: '1.4' },
      h3: { fontSize: 'var(--k-size-14)', lineHeight: '1.45' },
      h4: { fontSize: 'var(--k-size-13)', lineHeight: '1.45' },
      h5: { fontSize: 'var(--k-size-12)', lineHeight: '1.45' },
      h6: { fontSize: 'var(--k-size-12)', lineHeight: '1.45' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  shadows: { xs: 'var(--k-shadow-1)', sm: 'var(--k-shadow-1)', md: 'var(--k-shadow-2)' },
  components: {
    Button: { defaultProps: { size: 'sm', component: StandingButton } },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 250,
        events: { hover: true, focus: true, touch: true },
        multiline: true,
      },
      styles: { tooltip: { padding: '8px 12px', fontSize: 'var(--k-size-13)', lineHeight: 1.45 } },
    },
    Table: { defaultProps: { horizontalSpacing: 'md', verticalSpacing: 'xs' } },
    // Opened by the keyboard, a menu has the focus on its first entry; a place that holds none may not stand in a menu.
    Menu: {
      defaultProps: {
        shadow: 'md',
        withinPortal: true,
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 120 },
      },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 150 },
        closeButtonProps: { 'aria-label': 'Fechar' },
      },
      styles: dialogStyles,
    },
    Drawer: {
      defaultProps: { transitionProps: { duration: 150 }, closeButtonProps: { 'aria-label': 'Fechar' } },
      styles: dialogStyles,
    },
    Notification: { defaultProps: { withBorder: true, closeButtonProps: { 'aria-label': 'Fechar' } } },
    // Its arrows have no name for screen readers, and the keyboard's do the same.
    NumberInput: { defaultProps: { hideControls: true } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Mostrar ou ocultar a palavra-passe' } },
    },
  },
});

const ownTokens = {
  '--mantine-color-body': 'var(--k-bg)',
  '--mantine-color-text': 'var(--k-text)',
  '--mantine-color-bright': 'var(--k-text)',
  '--mantine-color-dimmed': 'var(--k-text-3)',
  '--mantine-color-anchor': 'var(--k-link)',
  '--mantine-color-default': 'var(--k-surface)',
  '--mantine-color-default-hover': 'var(--k-surface-3)',
  '--mantine-color-default-color': 'var(--k-text)',
  '--mantine-color-default-border': 'var(--k-border-strong)',
  '--mantine-color-placeholder': 'var(--k-text-3)',
  '--mantine-color-error': 'var(--k-error)',
  '--mantine-color-disabled': 'var(--k-surface-3)',
  '--mantine-color-disabled-color': 'var(--k-text-3)',
  '--mantine-color-disabled-border': 'var(--k-border)',
};

/** Points Mantine's own variables at the tokens, so that a colour has one definition. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...ownTokens },
  dark: { ...ownTokens },
});

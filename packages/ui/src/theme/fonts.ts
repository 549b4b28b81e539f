// The browser fetches only the subset that the page's characters need.
import '@fontsource-variable/inter/wght.css';
import '@fontsource/jetbrains-mono/latin-400.css';

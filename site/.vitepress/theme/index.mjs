import DefaultTheme from "vitepress/theme";
import { enhanceAppWithTabs } from "vitepress-plugin-tabs/client";
import "./style.css";

// oxlint-disable-next-line import/no-default-export -- VitePress wants it so
export default { extends: DefaultTheme, enhanceApp: ({ app }) => enhanceAppWithTabs(app) };

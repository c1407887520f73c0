import { tabsMarkdownPlugin } from "vitepress-plugin-tabs";

// Set by build.mjs: where the pages are, their version, and the other versions.
const {
  SITE_BASE = "/",
  SITE_OUT = "dist",
  SITE_REPOSITORY = "",
  SITE_VERSION = "",
  SITE_OTHERS = "[]",
} = process.env;
const others = JSON.parse(SITE_OTHERS);

// oxlint-disable-next-line import/no-default-export -- VitePress wants it so
export default {
  title: "player2mqtt",
  description: "Network media players on MQTT: Home Assistant, Node-RED and anything else",
  base: SITE_BASE,
  srcDir: ".pages",
  outDir: SITE_OUT,
  cleanUrls: true,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${SITE_BASE}icon.svg` }]],
  markdown: { config: (md) => md.use(tabsMarkdownPlugin) },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    logo: "/icon.svg",
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Install", link: "/install" },
      { text: "Settings", link: "/configuration" },
      { text: "Topics", link: "/topics" },
      { text: SITE_VERSION, items: [{ text: "Changes", link: "/changelog" }, ...others] },
    ],
    socialLinks: [{ icon: "github", link: SITE_REPOSITORY }],
    sidebar: [
      {
        text: "Start",
        items: [
          { text: "First questions", link: "/faq" },
          { text: "Installation", link: "/install" },
          { text: "What each player can do", link: "/players" },
          { text: "Commands", link: "/commands" },
          { text: "Settings", link: "/configuration" },
          { text: "Troubleshooting", link: "/troubleshooting" },
        ],
      },
      {
        text: "Use",
        items: [
          { text: "The page", link: "/page" },
          { text: "Home Assistant", link: "/home-assistant" },
          { text: "The App", link: "/app" },
          { text: "Moving over", link: "/moving-over" },
          { text: "Node-RED", link: "/node-red" },
          { text: "Other systems", link: "/other-systems" },
          { text: "Topics", link: "/topics" },
          { text: "The API", link: "/api" },
        ],
      },
      {
        text: "Run",
        items: [
          { text: "Operations", link: "/operations" },
          { text: "Brokers", link: "/brokers" },
          { text: "A fleet of bridges", link: "/fleet" },
          { text: "Recording a player", link: "/recording" },
          { text: "Compatibility", link: "/compatibility" },
          { text: "Changes", link: "/changelog" },
        ],
      },
      {
        text: "Inside",
        items: [
          { text: "The API of the player", link: "/dev/player-api" },
          { text: "Reliability", link: "/dev/reliability" },
          { text: "Performance", link: "/dev/performance" },
          { text: "Architecture", link: "/dev/architecture" },
          { text: "A cluster that loses a node", link: "/dev/cluster" },
        ],
      },
    ],
  },
};

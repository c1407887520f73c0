import { render } from "preact";
import { App } from "./app.tsx";
import { loadLanguage } from "./language.ts";

const place = document.querySelector("#page");
if (place !== null) {
  document.documentElement.lang = await loadLanguage(navigator.languages);
  render(<App />, place);
}

import { expect, it } from "vitest";
import { onPage } from "./on-stage.ts";

it("presses the keys of the remote control by mouse and by keyboard", async () => {
  const { den, page } = await onPage("#/players/den/remote");
  await page.getByRole("button", { name: "Home", exact: true }).click();
  await expect.poll(() => den.player.keys).toEqual(["Key.Home"]);
  await page.getByRole("heading", { name: "Den" }).click();
  for (const key of ["ArrowDown", "ArrowRight", "7", "Escape"]) await page.keyboard.press(key);
  await expect
    .poll(() => den.player.keys)
    .toEqual(["Key.Home", "Key.Down", "Key.Right", "Key.Number_7", "Key.Back"]);
});

it("leaves Enter to the button that has the focus, and says when a key did not work", async () => {
  const { den, page } = await onPage("#/players/den/remote");
  await page.getByRole("button", { name: "Menu" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => den.player.keys).toEqual(["Key.Menu"]);
  using _fault = den.behaviors.add("http:500@sendkey");
  await page.getByRole("button", { name: "OK" }).click();
  await page
    .getByRole("alert")
    .getByText(/^That did not work: .*500/)
    .waitFor();
});

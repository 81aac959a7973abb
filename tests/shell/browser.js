// Drives Chromium by its DevTools protocol, over two pipes and without packages.
"use strict";
const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const pause = ms => new Promise(done => setTimeout(done, ms));
const keyCodes = { Tab: 9, Enter: 13, Escape: 27, End: 35, Home: 36, ArrowLeft: 37, ArrowRight: 39 };

// A browser without a window. It loads nothing but files and what this machine serves.
class Browser {
    constructor(program) {
        this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "browser"));
        this.child = spawn(program, ["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
            "--no-first-run", "--disable-background-networking",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            `--user-data-dir=${this.folder}`], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
        this.last = 0;
        this.waiting = new Map();
        this.listeners = [];
        let text = "";
        this.child.stdio[4].on("data", bytes => {
            const parts = (text + bytes.toString()).split("\0");
            text = parts.pop();
            parts.forEach(part => this.receive(JSON.parse(part)));
        });
        this.child.on("error", error => this.fail(error));
        this.child.on("exit", () => this.fail(new Error(`${program} has ended`)));
    }

    fail(error) {
        this.waiting.forEach(({ reject }) => reject(error));
        this.waiting.clear();
    }

    receive(message) {
        const call = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (call) {
            message.error ? call.reject(new Error(message.error.message)) : call.resolve(message.result);
        } else {
            this.listeners.forEach(listen => listen(message));
        }
    }

    send(method, params = {}, sessionId = undefined) {
        const id = ++this.last;
        this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    async close() {
        const ended = new Promise(done => this.child.once("exit", done));
        await this.send("Browser.close").catch(() => {});
        await ended;
        fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    }

    // A tab with a page in it. `look` is { width, height, touch, dark }.
    async open(url, look) {
        const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
        const tab = new Tab(this, sessionId, targetId);
        await tab.prepare(url, look);
        return tab;
    }
}

class Tab {
    constructor(browser, sessionId, targetId) {
        Object.assign(this, { browser, sessionId, targetId, faults: [] });
    }

    send(method, params) {
        return this.browser.send(method, params, this.sessionId);
    }

    async prepare(url, { width, height, touch, dark }) {
        const loaded = new Promise(done => this.browser.listeners.push(({ sessionId, method, params }) => {
            if (sessionId !== this.sessionId) {
                return;
            }
            if (method === "Runtime.exceptionThrown") {
                const { text, exception } = params.exceptionDetails;
                this.faults.push(exception?.description || text);
            } else if (method === "Network.requestWillBeSent" && !/^(file|data):/.test(params.request.url) &&
                !params.request.url.startsWith(url)) {
                this.faults.push(`it loads ${params.request.url}`);
            } else if (method === "Page.loadEventFired") {
                done();
            }
        }));
        await this.send("Page.enable");
        await this.send("Runtime.enable");
        await this.send("Network.enable");
        await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: touch });
        await this.send("Emulation.setTouchEmulationEnabled", { enabled: touch });
        await this.send("Emulation.setEmulatedMedia",
            { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
        await this.send("Page.navigate", { url });
        await loaded;
    }

    async evaluate(expression) {
        const { result, exceptionDetails } = await this.send("Runtime.evaluate",
            { expression, returnByValue: true, awaitPromise: true });
        if (exceptionDetails) {
            throw new Error(`${expression}: ${exceptionDetails.exception?.description || exceptionDetails.text}`);
        }
        return result.value;
    }

    // The middle of the first element of a selector, after it was scrolled to where it can be seen.
    async placeOf(selector) {
        const place = await this.evaluate(`(() => {
            const found = document.querySelector(${JSON.stringify(selector)});
            if (!found || found.getClientRects().length === 0) { return null; }
            found.scrollIntoView({ block: "center" });
            const box = found.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        })()`);
        if (!place) {
            throw new Error(`nothing to click: ${selector}`);
        }
        return place;
    }

    // The middle of a square of the board, with White below.
    square(name) {
        return this.evaluate(`(() => {
            const board = document.querySelector("#board svg");
            board.scrollIntoView({ block: "center" });
            const box = board.getBoundingClientRect(), scale = box.width / 89.5;
            return [box.left + (4 + 10 * ${name.charCodeAt(0) - 97} + 5) * scale,
                box.top + (1 + 10 * ${56 - name.charCodeAt(1)} + 5) * scale];
        })()`);
    }

    async mouse(type, [x, y]) {
        const buttons = type === "mouseReleased" ? 0 : 1;
        await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1, buttons });
    }

    async press(from, to = from) {
        await this.mouse("mousePressed", from);
        await this.mouse("mouseMoved", [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
        await this.mouse("mouseMoved", to);
        await this.mouse("mouseReleased", to);
    }

    async touch(from, to = from) {
        const tell = (type, places) => this.send("Input.dispatchTouchEvent",
            { type, touchPoints: places.map(([x, y]) => ({ x, y })) });
        await tell("touchStart", [from]);
        if (to !== from) {
            await tell("touchMove", [[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]]);
            await tell("touchMove", [to]);
        }
        await tell("touchEnd", []);
        await pause(30);
    }

    async click(selector) {
        await this.press(await this.placeOf(selector));
    }

    async tap(selector) {
        await this.touch(await this.placeOf(selector));
    }

    async key(key, shift = false) {
        const code = { key, code: key, windowsVirtualKeyCode: keyCodes[key], modifiers: shift ? 8 : 0 };
        const text = key === "Enter" ? "\r" : undefined;
        await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...code, text });
        await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...code });
    }

    async type(text) {
        await this.send("Input.insertText", { text });
    }

    async picture(file) {
        const { data } = await this.send("Page.captureScreenshot", { format: "png" });
        fs.writeFileSync(file, Buffer.from(data, "base64"));
    }

    close() {
        return this.browser.send("Target.closeTarget", { targetId: this.targetId });
    }
}

module.exports = { Browser, pause };
